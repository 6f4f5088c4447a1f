import { all, before, camel, importing, pascal, requireName } from './edits.mjs'

/** The plan of a scaffold: new files, and edits of the tables that name them. */
export function page(id, title) {
  requireName(id, /^[a-z][a-z0-9-]+$/, 'quotas')
  const component = `${pascal(id)}Page`
  const name = title ?? pascal(id)
  return {
    files: {
      [`src/ui/features/${id}/feature.ts`]: `import type { Feature } from '../feature'

/** The area ${name}: what people do here, in one sentence. */
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
    next: `choose an icon (src/ui/components/Icon.tsx) and a free key in src/ui/features/${id}/feature.ts`,
  }
}
