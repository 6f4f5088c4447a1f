import { all, before, camel, importing, requireName } from './edits.mjs'

/** The plan of a scaffold: new files, and edits of the tables that name them. */
export function controller(name) {
  requireName(name, /^[a-z][a-z0-9-]+$/, 'quota-reporter')
  const variable = camel(name)
  return {
    files: {
      [`src/controllers/${name}.ts`]: `import type { Target } from '../client/targets'
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
