-- Unit costs have scopes of their own. Keys and roles that could read or change them with the scopes of the catalog
-- keep that.
do $$
declare
  each_org integer;
begin
  -- The owner of the tables may be subject to the walls, too.
  perform set_config('app.directory', 'on', true);
  for each_org in select org_id from organizations order by org_id loop
    perform set_config('app.org_id', each_org::text, true);
    update api_keys set scopes = scopes || '{costs:read}'
    where org_id = each_org and 'catalog:read' = any (scopes) and not 'costs:read' = any (scopes);
    update api_keys set scopes = scopes || '{costs:write}'
    where org_id = each_org and 'catalog:write' = any (scopes) and not 'costs:write' = any (scopes);
    update custom_roles set scopes = scopes || '{costs:read}'
    where org_id = each_org and 'catalog:read' = any (scopes) and not 'costs:read' = any (scopes);
    update custom_roles set scopes = scopes || '{costs:write}'
    where org_id = each_org and 'catalog:write' = any (scopes) and not 'costs:write' = any (scopes);
  end loop;
  perform set_config('app.org_id', '', true);
  perform set_config('app.directory', '', true);
end $$;
