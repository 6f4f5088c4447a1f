import { expect, test } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { scaleSpecErrors, scaleStatusErrors } from './scale'

const PATHS = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: '.status.selector',
}
const lamp = (members: object): ApiObject => ({ metadata: { name: 'a' }, ...members })
const texts = (object: ApiObject) =>
  [...scaleSpecErrors(object, PATHS), ...scaleStatusErrors(object, PATHS)].map(({ message }) => message)

const problem = (value: string, text: string) => `Invalid value: ${value}: ${text}`

test.each<[object, string[]]>([
  [{}, []],
  [{ spec: null }, []],
  [{ spec: { replicas: 3 }, status: { replicas: 3, selector: 'a=b' } }, []],
  [{ spec: { replicas: -1 } }, [problem('-1', 'should be a non-negative integer')]],
  [{ spec: { replicas: 2 ** 31 } }, [problem('2147483648', 'should be less than or equal to 2147483647')]],
  [
    { spec: 'x' },
    [problem('0', '.spec.replicas accessor error: x is of the type string, expected map[string]interface{}')],
  ],
  [
    { spec: { replicas: 'many' } },
    [problem('0', '.spec.replicas accessor error: many is of the type string, expected int64')],
  ],
  [
    { spec: { replicas: null } },
    [problem('0', '.spec.replicas accessor error: <nil> is of the type <nil>, expected int64')],
  ],
  [
    { status: { replicas: 0.5, selector: [1] } },
    [
      problem('0', '.status.replicas accessor error: 0.5 is of the type float64, expected int64'),
      problem('""', '.status.selector accessor error: [1] is of the type []interface {}, expected string'),
    ],
  ],
])('what the scale of %j refuses', (members, messages) => expect(texts(lamp(members))).toEqual(messages))
