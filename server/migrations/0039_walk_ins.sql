-- Those who came without an appointment are a list of their own; a laboratory that has few finds them no slower.
create index visit_walk_in on visit (site_id, starts_at, id) where walk_in and status <> 'held';
