import { type CellCounts, printedUnit } from '#contract/printed-unit.ts'

let counts: CellCounts = 'per_microlitre'

/** From now on this page writes counts of cells like this, as the laboratory has chosen. */
export const writeCellCounts = (choice: CellCounts): void => {
  counts = choice
}

/** A unit as people write it, from its UCUM code. */
export const sayUnit = (ucum: string): string => printedUnit(ucum, counts)
