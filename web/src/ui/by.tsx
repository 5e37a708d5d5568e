import { browserZone } from '../lib/times.ts'
import { When } from './when.tsx'

/** Who did something, and when. */
export const By = ({ name, at }: { name: string | null; at: string }) => (
  <>
    <bdi>{name}</bdi>, <When at={at} zone={browserZone()} distance={false} />
  </>
)
