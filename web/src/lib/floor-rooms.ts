import { t } from '@lingui/core/macro'
/**
 * The rooms of the laboratory in the order in which people and samples pass through them, with their sizes in the drawing: the width
 * if the rooms are side by side, the height if they are below each other.
 */
export const floorRooms = [
  { key: 'waiting', name: t`Waiting room`, width: 250, height: 150 },
  { key: 'chairs', name: t`Collection`, width: 140, height: 110 },
  { key: 'transport', name: t`In transit`, width: 150, height: 100 },
  { key: 'bench', name: t`Bench`, width: 250, height: 180 },
  { key: 'release', name: t`Awaiting release`, width: 146, height: 112 },
] as const

export type FloorRoom = (typeof floorRooms)[number]['key']

/** The meaning of the tones of people in the drawing. */
export const toneNames = { strong: t`Appointment`, soft: 'Walk-in', urgent: t`Urgent` } as const
