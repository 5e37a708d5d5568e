-- The bench finds names by their words, as the list of appointments does.
drop index visit_name_at_bench;
