-- Alerts and the incidents that they raise.
select 1;
