// What each scaffold writes: new files, and changes of the tables that name them.

const kebab = (name) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
const camel = (name) =>
  name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()).replace(/^\w/, (c) => c.toLowerCase())
const pascal = (name) => camel(name).replace(/^\w/, (c) => c.toUpperCase())

const requireName = (name, pattern, example) => {
  if (!pattern.test(name ?? '')) throw new Error(`a name such as ${example} is needed, not "${name ?? ''}"`)
}

/** Inserts text before the last occurrence of a mark. */
const before = (mark, text) => (source, path) => {
  const at = source.lastIndexOf(mark)
  if (at < 0) throw new Error(`${path}: no place before "${mark}"`)
  return source.slice(0, at) + text + source.slice(at)
}
/** Inserts a line before the first import. */
const importing = (line) => (source) => source.replace(/^import /m, `${line}\nimport `)
const all =
  (...edits) =>
  (source, path) =>
    edits.reduce((text, edit) => edit(text, path), source)

export function plugin(name) {
  requireName(name, /^[A-Z]\w+$/, 'DenyLatestTag')
  const file = kebab(name)
  const variable = camel(name)
  return {
    files: {
      [`src/admission/plugins/${file}.ts`]: `import type { AdmissionPlugin } from '../plugin'

/** ${name}: what it promises, in one sentence. */
export const ${variable} = (): AdmissionPlugin => ({
  name: '${name}',
  operations: ['CREATE', 'UPDATE'],
  validate() {
    // Throw refused(request, 'why') to refuse the request.
  },
})
`,
      [`src/admission/plugins/${file}.test.ts`]: `import { expect, test } from 'vitest'
import { AdmissionStage, podWith } from '../../testing/admission-stage'
import { ${variable} } from './${file}'

test('admits a pod', async () => {
  const stage = new AdmissionStage()
  const object = podWith({ containers: [{ name: 'c', image: 'i:1' }] })
  expect(await stage.verdict(${variable}(), { of: 'pods', object })).toBe('passed')
})
`,
    },
    changes: [
      {
        path: 'src/api/releases/plugins.ts',
        edit: before("  { name: 'AlwaysDeny'", `  { name: '${name}', does: 'Describe it in one sentence.' },\n`),
      },
      {
        path: 'src/admission/plugins.ts',
        edit: all(
          importing(`import { ${variable} } from './plugins/${file}'`),
          before('  AlwaysDeny:', `  ${name}: ${variable},\n`),
        ),
      },
    ],
    next: `write what it does in src/admission/plugins/${file}.ts and in its row`,
  }
}

export function controller(name) {
  requireName(name, /^[a-z][a-z0-9-]+$/, 'quota-reporter')
  const variable = camel(name)
  return {
    files: {
      [`src/controllers/${name}.ts`]: `import type { Target } from '../client/client'
import type { ControllerRow } from './controllers'
import { runNamed } from './kit'

const NAMESPACES: Target = { group: '', version: 'v1', resource: 'namespaces' }

/** ${name}: what it keeps true, in one sentence. */
export const ${variable}: ControllerRow = {
  name: '${name}',
  defaultOn: true,
  needs: ['v1/namespaces'],
  start: (deps) =>
    runNamed(deps, '${name}', {
      watches: [{ target: NAMESPACES, keys: ({ metadata }) => [metadata.name ?? ''] }],
      reconcile: () => Promise.resolve(),
    }),
}
`,
      [`src/controllers/${name}.test.ts`]: `import { expect, test } from 'vitest'
import { chosenControllers } from './start'
import { ${variable} } from './${name}'

test('runs unless it is left out', () => {
  expect(chosenControllers(['*'])).toContain(${variable})
  expect(chosenControllers(['*', '-${name}'])).not.toContain(${variable})
})
`,
    },
    changes: [
      {
        path: 'src/controllers/table.ts',
        edit: all(importing(`import { ${variable} } from './${name}'`), before(']', `  ${variable},\n`)),
      },
    ],
    next: `write reconcile in src/controllers/${name}.ts`,
  }
}

export function page(id, title) {
  requireName(id, /^[a-z][a-z0-9-]+$/, 'quotas')
  const component = `${pascal(id)}Page`
  const name = title ?? pascal(id)
  return {
    files: {
      [`src/ui/features/${id}/feature.ts`]: `import type { Feature } from '../feature'

export const ${camel(id)}: Feature = {
  id: '${id}',
  title: '${name}',
  icon: 'example',
  key: 'z',
  home: { to: '/${id}' },
  pages: [{ path: '/${id}', load: () => import('./${component}').then((m) => m.${component}) }],
}
`,
      [`src/ui/features/${id}/${component}.tsx`]: `import { PageHead } from '../../components/PageHead'

/** ${name}: what a person does here, in one sentence. */
export function ${component}() {
  return (
    <div className="o-page">
      <PageHead title="${name}" about="What a person does here." />
      <div className="o-page-body">
        <p>Nothing here yet.</p>
      </div>
    </div>
  )
}
`,
    },
    changes: [
      {
        path: 'src/ui/state/routes.ts',
        edit: before("  '/settings':", `  '/${id}': [],\n`),
      },
      {
        path: 'src/ui/features/table.ts',
        edit: all(importing(`import { ${camel(id)} } from './${id}/feature'`), before(']', `  ${camel(id)},\n`)),
      },
    ],
    next: `choose an icon and a free key in src/ui/features/${id}/feature.ts`,
  }
}

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
