import type { TestCluster } from '../../src/testing/cluster'
import { type Shape, SHAPES } from './shapes'
import { MEASUREMENTS, type Outcome, outcomeOf, judged } from './outcome'

/** Maximum growth of the cost from n to 4n; costs below the floor are noise. */
const MOST_GROWTH = 9
const FLOOR_MS = 500
const WARM_UP = 2
/** The sizes of a shape. */
const SIZES = [1, 2, 4]

/** Failures of shapes that cost more than their size explains. Logs the costs. */
export async function growthFailures(cluster: TestCluster, log: (line: string) => void): Promise<string[]> {
  const failures: string[] = []
  for (const shape of SHAPES) {
    for (let i = 0; i < WARM_UP; i += 1) await outcomeOf(cluster, shape.make(Math.ceil(shape.n / 10)))
    let costs: readonly number[] = SIZES.map(() => Infinity)
    let faults: readonly string[] = []
    for (let i = 0; i < MEASUREMENTS && faults.length === 0 && (i === 0 || growsTooFast(costs)); i += 1) {
      const measured = await measure(cluster, shape)
      costs = costs.map((cost, at) => Math.min(cost, measured[at]?.cpu ?? cost))
      faults = measured.flatMap(({ fault }, at) =>
        fault === undefined ? [] : [`${shape.name}, ${shape.n * (SIZES[at] ?? 1)}: ${fault}`],
      )
    }
    log(`${shape.name.padEnd(32)} ${costs.map((cost) => `${cost.toFixed(0)} ms`.padStart(9)).join('')}`)
    failures.push(...faults)
    if (growsTooFast(costs))
      failures.push(`${shape.name}: the cost does not grow with the size: ${costs.map(Math.round).join(', ')} ms`)
  }
  return failures
}

async function measure(cluster: TestCluster, { n, make }: Shape): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const factor of SIZES) {
    const { cpu, fault, status } = await judged(cluster, make(n * factor))
    const missed = status === 404 ? 'there is nothing at its path, so nothing was measured' : undefined
    outcomes.push({ cpu, fault: fault ?? missed })
  }
  return outcomes
}

function growsTooFast(costs: readonly number[]): boolean {
  const [one = 0, , four = 0] = costs
  return four > Math.max(one, FLOOR_MS) * MOST_GROWTH
}
