import { describe, expect, it } from 'vitest'
import { kindContext, refusals } from '../../../testing/kinds'
import { pod } from '../core/pod/pod'

const SLEEP = 'spec.containers[0].lifecycle.preStop.sleep'

describe('a hook that sleeps', () => {
  const refused = (preStop: object, more: object, release: number) =>
    refusals(
      pod,
      { spec: { containers: [{ name: 'c', image: 'x', lifecycle: { preStop } }], ...more } },
      kindContext({ release }),
    )
  it.each<[string, object, object, number, string[]]>([
    ['ends in time', { sleep: { seconds: 5 } }, {}, 30, []],
    ['takes all the time', { sleep: { seconds: 30 } }, {}, 30, []],
    ['takes too long', { sleep: { seconds: 31 } }, {}, 30, [`Invalid ${SLEEP}`]],
    [
      'takes too long for a shorter time',
      { sleep: { seconds: 5 } },
      { terminationGracePeriodSeconds: 4 },
      30,
      [`Invalid ${SLEEP}`],
    ],
    ['takes no time before that may be', { sleep: { seconds: 0 } }, {}, 32, [`Invalid ${SLEEP}`]],
    ['takes no time', { sleep: { seconds: 0 } }, {}, 33, []],
    ['takes less', { sleep: { seconds: -1 } }, {}, 33, [`Invalid ${SLEEP}`]],
    ['is not the only one', { exec: { command: ['x'] }, sleep: { seconds: 1 } }, {}, 33, [`Forbidden ${SLEEP}`]],
  ])('%s', (_, preStop, more, release, errors) => expect(refused(preStop, more, release)).toEqual(errors))
})
