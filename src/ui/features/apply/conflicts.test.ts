import { describe, expect, it } from 'vitest'
import { StatusError } from '../../../client/status-error'
import type { ApiObject, ManagedFieldsEntry } from '../../../machinery/object'
import { entry as applied } from '../../components/ownership/ownership.testing'
import { namedOwners } from '../../components/ownership/owners'
import { authorsOf, changesBetween, namesOver, ownershipOver } from '../../components/ownership/history'
import { type Version, withVersion } from '../../queries/object-history'
import { conflictsOf, isApplyConflict, openConflicts } from './conflicts'
import { type Action, commandLines } from './export'
import { type HandOver, obstacle, stepsDone, type Way } from './hand-over'
import { dropField } from './drop-field'
import { takeValue } from './intents'

const entry: typeof applied = (manager, fieldsV1, more) =>
  applied(manager, fieldsV1, { apiVersion: 'apps/v1', time: '2026-01-01T00:00:00Z', ...more })
const scaled = (time: string): ManagedFieldsEntry =>
  entry('autoscaler', { 'f:spec': { 'f:replicas': {} } }, { operation: 'Update', subresource: 'scale', time })
const object = (resourceVersion: string, replicas: number, ...managedFields: ManagedFieldsEntry[]): ApiObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', resourceVersion, labels: { 'a.io/b.c': 'x' }, managedFields },
  spec: { replicas },
})
const REPLICAS = { 'f:spec': { 'f:replicas': {} } }

describe('conflictsOf', () => {
  const live = object(
    '2',
    5,
    scaled('2026-01-01T00:00:01Z'),
    entry('bob', { 'f:metadata': { 'f:labels': { 'f:a.io/b.c': {} } } }),
  )
  const owners = namedOwners(live.metadata.managedFields) ?? []
  const text =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  labels:\n    a.io/b.c: other\nspec:\n  replicas: 3 # mine\n'
  const cause = (field: string, message: string) => ({ reason: 'FieldManagerConflict', field, message })
  const error = new StatusError(409, 'Conflict', 'Apply failed', {
    causes: [
      cause('.metadata.labels.a.io/b.c', 'conflict with "bob"'),
      cause(
        '.spec.replicas',
        'conflict with "autoscaler" with subresource "scale" using apps/v1 at 2026-01-01T00:00:01Z',
      ),
    ],
  })

  it('shows exactly the fields, their owners and both values, names with dots included', () => {
    expect(isApplyConflict(error)).toBe(true)
    expect(
      conflictsOf(error, text, live, owners).map(({ field, owners: by, mine, live: value }) => ({
        field,
        by,
        mine,
        value,
      })),
    ).toEqual([
      { field: '.metadata.labels.a.io/b.c', by: ['bob'], mine: 'other', value: 'x' },
      { field: '.spec.replicas', by: ['autoscaler · scale'], mine: 3, value: 5 },
    ])
  })

  it('gathers several owners of a field', () => {
    const both = new StatusError(409, 'Conflict', '', {
      causes: [cause('.spec.replicas', 'conflict with "a"'), cause('.spec.replicas', 'conflict with "b"')],
    })
    const shared = object('2', 5, entry('a', REPLICAS), entry('b', REPLICAS))
    const conflicts = conflictsOf(both, text, shared, namedOwners(shared.metadata.managedFields) ?? [])
    expect(conflicts.map(({ owners: by }) => by)).toEqual([['a', 'b']])
  })

  it('shows a conflict with a removed owner in the words of the server', () => {
    const [conflict] = conflictsOf(
      new StatusError(409, 'Conflict', '', { causes: [cause('.spec.x', 'conflict with "z" using apps/v1')] }),
      text,
      live,
      owners,
    )
    expect(conflict).toMatchObject({ field: '.spec.x', owners: ['"z" using apps/v1'], claimed: false })
    expect(conflict?.path).toBeUndefined()
  })

  it('is settled when the field is dropped or its value is the live one', () => {
    const conflicts = conflictsOf(error, text, live, owners)
    const [label, replicas] = conflicts
    if (!label?.path || !replicas?.path) throw new Error('both are found')
    const dropped = dropField(text, label.path)
    expect(openConflicts(conflicts, dropped).map((c) => c.field)).toEqual(['.spec.replicas'])
    expect(openConflicts(conflicts, takeValue(dropped, replicas.path, replicas.live))).toEqual([])
    expect(openConflicts(conflicts, text.replace('3', '4')).map((c) => c.mine)).toEqual(['other', 4])
  })

  it('is no apply conflict when the version is stale', () => {
    expect(isApplyConflict(new StatusError(409, 'Conflict', 'modified'))).toBe(false)
  })
})

const versionsOf = (...objects: ApiObject[]): readonly Version[] =>
  objects.reduce<readonly Version[]>((all, each, i) => withVersion(all, i ? 'MODIFIED' : 'ADDED', each), [])

describe('history', () => {
  const created = object('1', 3, entry('alice', REPLICAS))
  const taken = object('2', 5, scaled('2026-01-01T00:00:01Z'))
  const again = object('3', 8, scaled('2026-01-01T00:00:02Z'))
  const shared = object('4', 8, entry('alice', REPLICAS), scaled('2026-01-01T00:00:02Z'))
  const left = object('5', 8, scaled('2026-01-01T00:00:02Z'))
  const versions = versionsOf(created, taken, again, shared, left)
  const step = (i: number) => [versions[i - 1], versions[i] as Version] as const

  it('keeps a version once', () => {
    expect(withVersion(versions, 'MODIFIED', left)).toBe(versions)
    expect(withVersion(versions, 'DELETED', left).at(-1)?.gone).toBe(true)
  })

  it.each([
    [0, ['alice'], [['.spec.replicas', ['alice'], [], { before: undefined, after: 3 }]]],
    [1, ['autoscaler · scale'], [['.spec.replicas', ['autoscaler · scale'], ['alice'], { before: 3, after: 5 }]]],
    [2, ['autoscaler · scale'], [['.spec.replicas', [], [], { before: 5, after: 8 }]]],
    [3, ['alice'], [['.spec.replicas', ['alice'], [], undefined]]],
    [4, ['alice'], [['.spec.replicas', [], ['alice'], undefined]]],
  ])('shows who did what in version %i', (i, authors, changes) => {
    expect(authorsOf(...step(i))).toEqual(authors)
    expect(changesBetween(...step(i)).map((c) => [c.field, c.gained, c.lost, c.value])).toEqual(changes)
  })

  it('finds the author by the value where the time is the same', () => {
    const [before, after] = versionsOf(again, object('4', 9, scaled('2026-01-01T00:00:02Z')))
    expect(before && after && authorsOf(before, after)).toEqual(['autoscaler · scale'])
  })

  it('shows who owned what when', () => {
    expect(ownershipOver(versions)).toEqual([
      {
        field: '.spec.replicas',
        owners: [
          ['alice'],
          ['autoscaler · scale'],
          ['autoscaler · scale'],
          ['alice', 'autoscaler · scale'],
          ['autoscaler · scale'],
        ],
      },
    ])
    expect(namesOver(versions)).toEqual(['alice', 'autoscaler · scale'])
  })

  it('ends all ownership with the object', () => {
    const gone = withVersion(versions, 'DELETED', object('6', 8, scaled('2026-01-01T00:00:02Z')))
    expect(changesBetween(gone.at(-2), gone.at(-1) as Version).map((c) => c.lost)).toEqual([['autoscaler · scale']])
  })
})

describe('hand-over', () => {
  const handOver: HandOver = {
    field: ['f:spec', 'f:replicas'],
    person: 'alice',
    controller: 'autoscaler',
    temporary: 'handover',
  }
  const alice = entry('alice', REPLICAS)
  const lent = entry('handover', REPLICAS)
  const controller = scaled('2026-01-01T00:00:01Z')
  const cases: [Way, string, ManagedFieldsEntry[], boolean, boolean, number][] = [
    ['wait', 'nobody owns it', [], true, false, 0],
    ['wait', 'the person does', [alice], true, false, 1],
    ['wait', 'the controller has written', [controller], true, false, 2],
    ['wait', 'the person was refused', [controller], true, true, 3],
    ['wait', 'the person let go', [controller], false, false, 4],
    ['temporary', 'the person owns it', [alice], true, false, 1],
    ['temporary', 'it is lent', [alice, lent], true, false, 2],
    ['temporary', 'the person let go', [lent], false, false, 3],
    ['temporary', 'the controller has written', [controller], false, false, 4],
  ]
  it.each(cases)('%s: %s', (way, _, entries, inIntent, refused, done) => {
    expect(stepsDone(way, handOver, { owners: namedOwners(entries) ?? [], inIntent, refused })).toBe(done)
  })

  it('does not count an update of the person as a claim', () => {
    const update = entry('alice', REPLICAS, { operation: 'Update' })
    expect(stepsDone('wait', handOver, { owners: namedOwners([update]) ?? [], inIntent: true, refused: false })).toBe(0)
  })

  it('says when the controller has it already', () => {
    const owners = namedOwners([controller]) ?? []
    expect(obstacle(handOver, { owners, inIntent: true, refused: false })).toMatch('autoscaler owns the field already')
    expect(obstacle(handOver, { owners, inIntent: false, refused: false })).toBeUndefined()
  })
})

describe('commandLines', () => {
  const apply: Action = {
    id: '1',
    at: 0,
    kind: 'apply',
    manager: 'alice',
    force: true,
    dryRun: false,
    body: 'kind: X\nEOF\nit: "is"\n',
    contentType: 'application/apply-patch+yaml',
    subresource: '',
    path: '/apis/apps/v1/namespaces/n/deployments/web?fieldManager=alice&force=true',
    resource: 'deployments.apps',
    name: 'web',
    namespace: 'n',
    as: 'user:jane+dev',
    status: 200,
    resourceVersion: '7',
  }
  const scale: Action = {
    ...apply,
    kind: 'patch',
    manager: 'auto scaler',
    force: false,
    body: '{"spec":{"replicas":5}}',
    contentType: 'application/merge-patch+json',
    subresource: 'scale',
    path: '/apis/apps/v1/namespaces/n/deployments/web/scale?fieldManager=auto+scaler',
    as: 'admin',
    status: 409,
    message: 'no\nway',
  }

  it('writes them for the command-line client', () => {
    expect(commandLines([apply, scale], 'orchctl', 'http://x')).toBe(
      `# 1. alice applies, forced
orchctl apply --server-side --field-manager=alice --force-conflicts --as=jane --as-group=dev -f - <<'EOF_'
kind: X
EOF
it: "is"
EOF_
# → 200: version 7

# 2. auto scaler writes through scale
orchctl patch deployments.apps web -n n --type=merge --subresource=scale --field-manager='auto scaler' -p '{"spec":{"replicas":5}}'
# → 409: no way
`,
    )
  })

  it.each([
    ['orchctl', [{ ...apply, body: 'kind: Secret\nstringData: {a: sesame}\n' }], '-f "$FILE"'],
    ['orchctl', [{ ...scale, path: '/api/v1/namespaces/n/secrets/s', body: '{"a":"sesame"}' }], '-p "$PATCH"'],
    ['curl', [{ ...scale, path: '/api/v1/namespaces/n/secrets/s', body: '{"a":"sesame"}' }], '--data-binary "$BODY"'],
  ] as const)('omits secrets for %s unless requested', (client, actions, instead) => {
    expect(commandLines(actions, client, 'http://x')).toContain(instead)
    expect(commandLines(actions, client, 'http://x')).not.toContain('sesame')
    expect(commandLines(actions, client, 'http://x', true)).toContain('sesame')
  })

  it('writes them for curl', () => {
    const text = commandLines([{ ...scale, body: `{"a":"it's"}`, dryRun: true, status: 200 }], 'curl', 'http://x')
    expect(text).toBe(
      `# 1. auto scaler writes through scale, dry run
curl -X PATCH 'http://x/apis/apps/v1/namespaces/n/deployments/web/scale?fieldManager=auto+scaler' -H 'Content-Type: application/merge-patch+json' --data-binary '{"a":"it'\\''s"}'
# → 200: nothing stored
`,
    )
  })
})
