import { expect, test } from 'vitest'
import { levelVersionText } from './controls'
import { MODES, policyOf, PRIVILEGED_POLICY } from './policy'

const labels = (given: Record<string, string>) =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [`pod-security.orch.io/${key}`, value]))

test.each<[Record<string, string>, number, string, number]>([
  [{}, 25, 'privileged:latest privileged:latest privileged:latest', 0],
  [{ enforce: 'baseline', 'enforce-version': 'v1.22' }, 25, 'baseline:v1.22 privileged:latest baseline:v1.22', 0],
  [{ enforce: 'baseline', 'enforce-version': 'v1.22' }, 26, 'baseline:v1.22 baseline:v1.22 baseline:v1.22', 0],
  [{ enforce: 'baseline', 'warn-version': 'v1.20' }, 25, 'baseline:latest privileged:latest baseline:v1.20', 0],
  [{ enforce: 'baseline', warn: 'privileged' }, 25, 'baseline:latest privileged:latest privileged:latest', 0],
  [
    { audit: 'restricted', 'audit-version': 'v1.24', warn: 'baseline' },
    25,
    'privileged:latest restricted:v1.24 baseline:latest',
    0,
  ],
  [{ enforce: 'strict' }, 25, 'restricted:latest privileged:latest privileged:latest', 1],
  [{ audit: 'strict', warn: 'strict' }, 25, 'privileged:latest privileged:latest privileged:latest', 2],
  [
    { enforce: 'baseline', 'enforce-version': '1.22', 'warn-version': 'v2.1' },
    25,
    'baseline:latest privileged:latest baseline:latest',
    2,
  ],
])('%j in release 1.%i', (given, release, expected, errors) => {
  const result = policyOf(labels(given), PRIVILEGED_POLICY, release)
  expect(MODES.map((mode) => levelVersionText(result.policy[mode])).join(' ')).toBe(expected)
  expect(result.errors).toHaveLength(errors)
})
