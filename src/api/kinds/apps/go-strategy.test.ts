import { expect, test } from 'vitest'
import { goText } from '../../../machinery/go-values'
import { goStrategy } from './go-strategy'

test.each([
  ['Deployment', {}, 'apps.DeploymentStrategy{Type:"", RollingUpdate:(*apps.RollingUpdateDeployment)(nil)}'],
  [
    'StatefulSet',
    { type: 'X' },
    'apps.StatefulSetUpdateStrategy{Type:"X", RollingUpdate:(*apps.RollingUpdateStatefulSetStrategy)(nil)}',
  ],
  [
    'DaemonSet',
    { type: 'X', rollingUpdate: {} },
    'apps.DaemonSetUpdateStrategy{Type:"X", RollingUpdate:(*apps.RollingUpdateDaemonSet)(0x0)}',
  ],
] as const)('prints the strategy of a %s as Go does', (kind, strategy, text) =>
  expect(goText(goStrategy(kind, strategy))).toBe(text),
)
