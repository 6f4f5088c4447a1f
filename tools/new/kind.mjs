import { before, camel, kebab, requireName } from './edits.mjs'

/** The plan of a scaffold: new files, and edits of the tables that name them. */
export function kind(group, version, name) {
  requireName(group, /^[a-z][a-z0-9.-]*$/, 'batch')
  requireName(version, /^v\d+((alpha|beta)\d+)?$/, 'v1')
  requireName(name, /^[A-Z]\w+$/, 'Ticket')
  const asked = { group, version, name, plural: `${name.toLowerCase()}s`, variable: camel(name) }
  const type = `${group.split('.')[0]}.${version}.${name}`
  const folder = `src/api/kinds/${group.split('.')[0]}/${kebab(name)}`
  const file = `${folder}/${kebab(name)}`
  return {
    files: {
      [`${folder}/facts.ts`]: factsText(asked),
      [`${file}.ts`]: behaviourText(asked),
      [`${file}.test.ts`]: testText(asked),
    },
    changes: [
      {
        path: 'tools/generate/data/binary-messages.json',
        edit: before(
          '\n}',
          Object.entries(messagesOf(type))
            .map(([message, fields]) => `,\n${JSON.stringify(message)}: ${JSON.stringify(fields)}`)
            .join(''),
        ),
      },
      {
        path: 'tools/generate/data/overlay.json',
        edit: (source) => {
          const overlay = JSON.parse(source)
          const types = { ...overlay.types, ...schemaOf(type, asked) }
          return `${JSON.stringify({ ...overlay, types }, null, 2)}\n`
        },
      },
    ],
    commands: [['npm', 'run', '-s', 'generate']],
    next: `set the release in ${folder}/facts.ts and the fields in tools/generate/data/overlay.json, then npm run generate`,
  }
}

/** The types of the kind and its spec, in the notation of the overlay. */
const schemaOf = (type, { group, version, name }) => ({
  [type]: {
    kind: [`${group}/${version}`, name],
    list: true,
    text: `${name}: what it is, in one sentence.`,
    fields: ['metadata:@machinery.apis.meta.v1.ObjectMeta', `spec:@${type}Spec`],
  },
  [`${type}Spec`]: { text: `What a ${name} asks for.`, fields: ['note:s'] },
})

/** The messages of the binary form: number, name and type of each field. */
function messagesOf(type) {
  const meta = 'io.orch.api.machinery.apis.meta.v1'
  const message = `io.orch.api.${type}`
  return {
    [message]: [
      [1, 'metadata', `${meta}.ObjectMeta`, 'always'],
      [2, 'spec', `${message}Spec`, 'always'],
    ],
    [`${message}List`]: [
      [1, 'metadata', `${meta}.ListMeta`, 'always'],
      [2, 'items', `${message}[]`],
    ],
    [`${message}Spec`]: [[1, 'note', 'string', 'always']],
  }
}

const factsText = ({ group, version, name, plural, variable }) =>
  `import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Served versions by release, gated fields and default roles of this kind. */
export const ${variable}Facts: KindFacts = {
  rows: [namespaced('${group}', '${plural}', '${name}', { ${version}: { since: 25 } })],
}
`

const behaviourText = ({ group, name, plural, variable }) =>
  `import type { KindBehaviour } from '../../../kind'
import { AGE, tableOf } from '../../meta/table-columns'

/** ${name}: what it is, in one sentence. */
export const ${variable}: KindBehaviour = {
  group: '${group}',
  resource: '${plural}',
  kind: '${name}',
  ...tableOf((object) => object, AGE),
}
`

const testText = ({ group, version, name, plural }) =>
  `import { afterEach, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../../../../testing/cluster'

let cluster: TestCluster | undefined
afterEach(() => cluster?.stop())

test('is created, read and deleted', async () => {
  cluster = await startCluster()
  const target = { group: '${group}', version: '${version}', resource: '${plural}', namespace: 'default' }
  await cluster.admin.create(target, { metadata: { name: 'a' }, spec: { note: 'n' } })
  expect(await cluster.admin.get(target, 'a')).toMatchObject({ kind: '${name}', spec: { note: 'n' } })
  await cluster.admin.delete(target, 'a')
  expect((await cluster.admin.list(target)).items).toEqual([])
})
`
