import { ScreenFailure } from '../../../screen/screen-failure.tsx'
import { Bench } from './bench.tsx'

/**
 * The error component of a route of the bench, for a record that does not exist or could not be loaded. `title` and `about` say that it
 * does not exist.
 */
export const benchProblem =
  (title: string, about: string) =>
  ({ error }: { error: unknown }) => <ScreenFailure error={error} missing={{ title, about }} frame={Bench} />
