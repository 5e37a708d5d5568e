/**
 * The rooms of the laboratory in the order in which people and samples pass through them, with their sizes in the drawing: the width
 * if the rooms are side by side, the height if they are below each other.
 */
export const floorRooms = [
  { key: 'waiting', name: 'Waiting room', width: 250, height: 150 },
  { key: 'chairs', name: 'Collection', width: 140, height: 110 },
  { key: 'transport', name: 'On the way', width: 150, height: 100 },
  { key: 'bench', name: 'Bench', width: 250, height: 180 },
  { key: 'release', name: 'Second look', width: 146, height: 112 },
] as const

export type FloorRoom = (typeof floorRooms)[number]['key']

/** The meaning of the tones of people in the drawing. */
export const toneNames = { strong: 'Appointment', soft: 'Walk-in', urgent: 'Urgent' } as const
