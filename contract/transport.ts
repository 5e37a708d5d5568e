/** Temperatures at which samples travel. */
export const transportStates = {
  room: 'Room temperature, 15 to 25 °C',
  refrigerated: 'Refrigerated, 2 to 8 °C',
  frozen: 'Frozen, −20 °C or colder',
} as const
export type TransportState = keyof typeof transportStates
