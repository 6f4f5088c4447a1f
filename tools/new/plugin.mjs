import { all, before, camel, importing, kebab, requireName } from './edits.mjs'

/** The plan of a scaffold: new files, and edits of the tables that name them. */
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
