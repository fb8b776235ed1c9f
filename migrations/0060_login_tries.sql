-- Tries of logins and mails are counted by person and by address, too (docs/decisions/0111): those of a person stand
-- beside those of a person at an address. And it is remembered from which addresses a person has logged in, so that
-- whoever guesses elsewhere does not lock the person out there.
alter table portal_attempts drop constraint portal_attempts_kind_check;
alter table portal_attempts add constraint portal_attempts_kind_check check (kind in
  ('LOGIN', 'LOGIN_PERSON', 'LOGIN_ADDRESS', 'KNOWN_ADDRESS', 'PASSWORD_MAIL', 'PASSWORD_MAIL_PERSON', 'INVITATION_PERSON'));
