-- Features, the credits of accounts for them, and what consumed those credits.
select 1;
