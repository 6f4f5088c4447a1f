import { expect, test } from 'vitest'
import { restartsAfter } from './restarts'

const rule = (operator: string, ...values: number[]) => ({ action: 'Restart', exitCodes: { operator, values } })

test.each<[string | undefined, object, number, boolean]>([
  [undefined, {}, 0, true],
  ['Always', {}, 1, true],
  ['OnFailure', {}, 0, false],
  ['OnFailure', {}, 1, true],
  ['Never', {}, 1, false],
  ['Never', { restartPolicy: 'Always' }, 0, true],
  ['Always', { restartPolicy: 'Never' }, 1, false],
  ['Always', { restartPolicy: 'OnFailure' }, 0, false],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('In', 42)] }, 42, true],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('In', 42)] }, 1, false],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('NotIn', 0)] }, 1, true],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('NotIn', 0)] }, 0, false],
  ['Never', { restartPolicy: 'Never', restartPolicyRules: [rule('In', 1), rule('In', 137)] }, 137, true],
])('a pod with %s, a container with %j, exit code %i: %s', (restartPolicy, container, exitCode, expected) => {
  const pod = { metadata: { name: 'p' }, spec: { restartPolicy } }
  expect(restartsAfter({ name: 'c', ...container }, pod, exitCode)).toBe(expected)
})
