import { useQuery } from '@tanstack/react-query'
import { type BookablePackage, listPackages } from '#contract/packages.ts'
import { queryFor } from './queries.ts'

/** The packages that can be booked; an empty list while they load. */
export const usePackages = (): readonly BookablePackage[] => useQuery(queryFor(listPackages)).data ?? none

const none: readonly BookablePackage[] = []

/** The number of tests in these tests and packages, given by name. */
export const countTests = (names: readonly string[], packages: readonly BookablePackage[]): number =>
  new Set(names.flatMap((name) => packages.find((one) => one.name === name)?.tests ?? name)).size
