import { plural } from '@lingui/core/macro'

/** "812 bytes", "34 kB", "2.4 MB", "1.5 GB": as large as a person needs to know. A megabyte has 1024 kB, as file managers say it. */
export function sayBytes(bytes: number): string {
  if (bytes < 1024) return plural(bytes, { one: '# byte', other: '# bytes' })
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} kB`
  const megabytes = bytes / 1024 / 1024
  return megabytes < 1024
    ? `${Number(megabytes.toFixed(1))} MB`
    : `${Number((megabytes / 1024).toFixed(1))} GB`
}
