import { all, before, camel, importing, requireName } from './edits.mjs'

/** The plan of a scaffold: new files, and edits of the tables that name them. */
export function controller(name) {
  requireName(name, /^[a-z][a-z0-9-]+$/, 'quota-reporter')
  const variable = camel(name)
  return {
    files: {
      [`src/controllers/${name}.ts`]: `import { NAMESPACES } from '../client/core-targets'
import { roleFor } from '../life/roles'
import type { ControllerRow } from './controllers'
import { runNamed } from './kit'

const NAME = '${name}'

/** ${name}: what it keeps true, in one sentence. */
export const ${variable}: ControllerRow = {
  name: NAME,
  defaultOn: true,
  account: NAME,
  needs: ['v1/namespaces'],
  // What its account may write, as rules of a ClusterRole.
  roles: roleFor(NAME, [{ verbs: ['patch', 'update'], apiGroups: [''], resources: ['namespaces'] }]),
  start: (deps) =>
    runNamed(deps, NAME, {
      watches: [{ target: NAMESPACES, keys: ({ metadata }) => [metadata.name ?? ''] }],
      reconcile: () => Promise.resolve(),
    }),
}
`,
      [`src/controllers/${name}.test.ts`]: `import { expect, test } from 'vitest'
import { namespace, world } from '../testing/controller-world'
import { chosenControllers } from './start'
import { ${variable} } from './${name}'

test('runs unless it is left out', () => {
  expect(chosenControllers(['*'])).toContain(${variable})
  expect(chosenControllers(['*', '-${name}'])).not.toContain(${variable})
})

test('leaves a namespace as it is', async () => {
  const { api, start } = world()
  const before = api.put('namespaces', namespace('a'))
  await start(${variable})
  expect(api.get('namespaces', undefined, 'a')).toEqual(before)
})
`,
    },
    changes: [
      {
        path: 'src/controllers/names.ts',
        edit: before('] as const', `  '${name}',\n`),
      },
      {
        path: 'src/controllers/table.ts',
        edit: all(importing(`import { ${variable} } from './${name}'`), before(']', `  ${variable},\n`)),
      },
    ],
    next: `write reconcile and the rules of its role in src/controllers/${name}.ts`,
  }
}
