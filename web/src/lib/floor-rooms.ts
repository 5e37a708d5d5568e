/**
 * The rooms of a laboratory in the order in which people and their samples go through them, with their place in a drawing: the width
 * when they stand side by side, the height when they stand under each other.
 */
export const floorRooms = [
  { key: 'waiting', name: 'Waiting room', width: 250, height: 150 },
  { key: 'chairs', name: 'Collection', width: 140, height: 110 },
  { key: 'transport', name: 'On the way', width: 150, height: 100 },
  { key: 'bench', name: 'Bench', width: 250, height: 180 },
  { key: 'release', name: 'Second look', width: 146, height: 112 },
] as const

export type FloorRoom = (typeof floorRooms)[number]['key']

/** What the tones of the people in the drawing mean. */
export const toneNames = { strong: 'Appointment', soft: 'Walk-in', urgent: 'Urgent' } as const
