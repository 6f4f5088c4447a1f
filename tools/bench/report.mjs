// How the bench shows its results: tables, each row beside the minimum that the machine needs, and goals that hold or are missed.

/** Milliseconds for people. */
export const shown = (ms) => (Number.isNaN(ms) || ms === undefined ? '' : ms < 10 ? ms.toFixed(2) : ms.toFixed(0))

/** Prints rows with their titles. */
export function table(title, rows) {
  console.log(`\n${title}`)
  const cells = [['', 'p50 ms', 'p99 ms', 'per second', 'floor ms', 'times the floor'], ...rows]
  const widths = cells[0].map((_, i) => Math.max(...cells.map((row) => (row[i] ?? '').length)))
  for (const row of cells)
    console.log(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i] + 2))).join(''))
}

/** A row of a table; `floor` is the sample of the minimum. */
export const row = ({ name, p50, p99, rate }, floor) => [
  name,
  shown(p50),
  shown(p99),
  rate < 10 ? rate.toFixed(1) : rate.toFixed(0),
  floor ? `${shown(floor.p50)} (${floor.name})` : '',
  floor ? (p50 / floor.p50).toFixed(2) : '',
]

/** The goals so far, as lines. */
export const goals = []
/** Notes whether a value is within its limit; an undefined value is no goal. */
export const goal = (text, value, limit, unit = '') => {
  if (value !== undefined)
    goals.push(
      `${value <= limit ? 'holds ' : 'MISSED'}  ${text}: ${value.toFixed(value < 0.1 ? 4 : 2)}${unit}, at most ${limit}${unit}`,
    )
}
/** The sample of that name. */
export const named = (samples, name) => samples.find((sample) => sample.name === name)

const WRITES = new Set(['create', 'update', 'patch'])

/** The minimum of a row: that of a read, that of a write, or none. */
export const floorOf = (name, read, write) => (name === 'get' ? read : WRITES.has(name) ? write : undefined)
