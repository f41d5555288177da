-- The tenant wall of a table: deny by default, own organization's rows only. The sub-selects have the two functions
-- called once a statement, not once a row.
alter table {table} enable row level security;
alter table {table} force row level security;
create policy tenant on {table} using ({rule} or (select usher_everywhere()));
