import { describe, expect, it } from 'vitest'
import { binding, clusterRole, policy, role, rule } from '../testing/rbac'
import { readers as objects } from './readers.testing'
import { whatIf } from './what-if'

describe('what would change', () => {
  const changes = (...after: typeof objects) =>
    whatIf(policy(...objects), policy(...after)).map(
      ({ subject: who, namespace, change, rule: { verbs, resources } }) =>
        `${who.name} ${change} ${verbs[0] ?? ''} ${resources?.[0] ?? ''} ${namespace || 'everywhere'}`,
    )

  it.each<[string, () => typeof objects, string[]]>([
    ['nothing', () => objects, []],
    [
      'a verb more',
      () => [
        role('a', 'reader', rule('get,list,delete configmaps'), rule('get secrets core mine')),
        ...objects.slice(1),
      ],
      ['alice gained delete configmaps a', 'robot gained delete configmaps a'],
    ],
    [
      'a rule less',
      () => [role('a', 'reader', rule('get secrets core mine')), ...objects.slice(1)],
      [
        'alice lost get configmaps a',
        'alice lost list configmaps a',
        'robot lost get configmaps a',
        'robot lost list configmaps a',
      ],
    ],
    [
      'a rule written otherwise',
      () => [
        role('a', 'reader', rule('get secrets core mine'), rule('list configmaps'), rule('get configmaps')),
        ...objects.slice(1),
      ],
      [],
    ],
    [
      'a subject more',
      () => [...objects.slice(0, 3), binding('', 'pods', 'C:pods', '@devs', 'bob'), ...objects.slice(4)],
      ['bob gained get pods everywhere', 'bob gained list pods everywhere', 'bob gained watch pods everywhere'],
    ],
    [
      'a binding less, though the right stays by another',
      () => [...objects.slice(0, 4), binding('', 'too', 'C:pods', 'alice')],
      ['alice gained get pods everywhere', 'alice gained list pods everywhere', 'alice gained watch pods everywhere'],
    ],
    [
      'a role gone',
      () => [objects[0], ...objects.slice(2)] as typeof objects,
      [
        'devs lost get pods everywhere',
        'devs lost list pods everywhere',
        'devs lost watch pods everywhere',
        'alice lost get pods a',
        'alice lost list pods a',
        'alice lost watch pods a',
      ],
    ],
  ])('%s', (_what, after, expected) => {
    expect(changes(...after()).sort()).toEqual(expected.sort())
  })

  it('treats unknown subjects as distinct from known ones', () => {
    const known = binding('', 'all', 'C:pods', '@system:authenticated')
    const before = [clusterRole('pods', rule('get pods')), known]
    expect(
      whatIf(policy(...before), policy(...before, binding('', 'anybody', 'C:pods', 'system:anonymous'))),
    ).toMatchObject([{ subject: { name: 'system:anonymous' }, change: 'gained' }])
  })

  it('follows aggregation', () => {
    const gather = {
      ...clusterRole('gather'),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: 'gather' } }] },
    }
    const part = (labels: Record<string, string>) => ({
      ...clusterRole('part', rule('get things')),
      metadata: { name: 'part', labels },
    })
    const bound = binding('a', 'g', 'C:gather', 'eve')
    expect(whatIf(policy(gather, part({}), bound), policy(gather, part({ to: 'gather' }), bound))).toMatchObject([
      { subject: { name: 'eve' }, namespace: 'a', change: 'gained', rule: rule('get things') },
    ])
  })
})
