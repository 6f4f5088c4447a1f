import { before, camel, kebab, requireName } from './edits.mjs'

/** The plan of a scaffold: new files, and changes of the tables that name them. */
export function kind(group, version, name) {
  requireName(group, /^[a-z][a-z0-9.-]*$/, 'batch')
  requireName(version, /^v\d+((alpha|beta)\d+)?$/, 'v1')
  requireName(name, /^[A-Z]\w+$/, 'Ticket')
  const room = group.split('.')[0]
  const file = kebab(name)
  const variable = camel(name)
  const plural = `${name.toLowerCase()}s`
  const type = `${room}.${version}.${name}`
  const schema = {
    [type]: {
      kind: [`${group}/${version}`, name],
      list: true,
      text: `${name}: what it is, in one sentence.`,
      fields: ['metadata:@machinery.apis.meta.v1.ObjectMeta', `spec:@${type}Spec`],
    },
    [`${type}Spec`]: { text: `What a ${name} asks for.`, fields: ['note:s'] },
  }
  const meta = 'io.orch.api.machinery.apis.meta.v1'
  const message = `io.orch.api.${type}`
  const messages = {
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
  return {
    files: {
      [`src/api/kinds/${room}/${file}/facts.ts`]: `import { namespaced } from '../../../releases/rows'
import type { KindFacts } from '../../facts'

/** Where releases serve it, which of its fields they know, and who may use it. */
export const ${variable}Facts: KindFacts = {
  rows: [namespaced('${group}', '${plural}', '${name}', { ${version}: { since: 25 } })],
}
`,
      [`src/api/kinds/${room}/${file}/${file}.ts`]: `import type { KindBehaviour } from '../../../kind'
import { AGE, tableOf } from '../../meta/table-columns'

/** ${name}: what it is, in one sentence. */
export const ${variable}: KindBehaviour = {
  group: '${group}',
  resource: '${plural}',
  kind: '${name}',
  ...tableOf((object) => object, AGE),
}
`,
      [`src/api/kinds/${room}/${file}/${file}.test.ts`]: `import { afterEach, expect, test } from 'vitest'
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
`,
    },
    changes: [
      {
        path: 'tools/generate/data/binary-messages.json',
        edit: before(
          '\n}',
          Object.entries(messages)
            .map(([name, fields]) => `,\n${JSON.stringify(name)}: ${JSON.stringify(fields)}`)
            .join(''),
        ),
      },
      {
        path: 'tools/generate/data/overlay.json',
        edit: (source) => {
          const overlay = JSON.parse(source)
          return `${JSON.stringify({ ...overlay, types: { ...overlay.types, ...schema } }, null, 2)}\n`
        },
      },
    ],
    commands: [['npm', 'run', '-s', 'generate']],
    next: `set the release in src/api/kinds/${room}/${file}/facts.ts and the fields in tools/generate/data/overlay.json, then npm run generate`,
  }
}
