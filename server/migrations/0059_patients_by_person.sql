-- The list of patients goes by person: indexes of visits without an account, which stood for persons before, serve nothing.
drop index visit_alone, visit_alone_words, visit_alone_person;
