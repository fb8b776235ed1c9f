-- Grants that plans make have the priority of their rate card, from 0 and without the upper end of requests.
alter table credits drop constraint credits_priority_check;
alter table credits alter column priority type integer;
alter table credits add constraint credits_priority_check check (priority >= 0);
