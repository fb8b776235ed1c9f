-- What a unit of a meter costs the organization, in its base currency: for margins only, never for bills.
create table meter_costs (
  org_id         integer not null references organizations,
  meter_id       text not null,
  effective_from date not null,          -- until the next one
  unit_cost      numeric not null check (unit_cost >= 0),
  primary key (org_id, meter_id, effective_from),
  foreign key (org_id, meter_id) references usage_meters (org_id, id)
);
select protect_table('meter_costs');
select portal_wall_by('meter_costs', 'false');
select audit_table('meter_costs', 'METER_COST', '{meter_id, effective_from}');
