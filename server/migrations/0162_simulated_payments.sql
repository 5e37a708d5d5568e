-- The demonstration has a simulated payment service.
alter table online_payment
  drop constraint online_payment_service_check,
  add constraint online_payment_service_check check (service in ('paystack', 'hubtel', 'simulated'));
