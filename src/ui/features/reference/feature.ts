import type { Feature } from '../feature'

/** The area Reference: kinds, fields and requests of the API. */
export const reference: Feature = {
  id: 'reference',
  title: 'Reference',
  icon: 'reference',
  key: 'd',
  home: { to: '/reference' },
  pages: [
    { path: '/reference', load: () => import('./ReferencePage').then((m) => m.ReferencePage) },
    { path: '/reference/plugins', load: () => import('./PluginsPage').then((m) => m.PluginsPage) },
    { path: '/reference/glossary', load: () => import('./GlossaryPage').then((m) => m.GlossaryPage) },
    {
      path: '/reference/$group/$version/$resource',
      load: () => import('./KindReferencePage').then((m) => m.KindReferencePage),
    },
  ],
  commands: [
    {
      id: 'reference-plugins',
      title: 'Admission plugins',
      tab: 'Admission plugins',
      words: 'what does a plugin do list controller',
      place: { to: '/reference/plugins' },
    },
    {
      id: 'reference-glossary',
      title: 'Glossary',
      tab: 'Glossary',
      words: 'terms words dictionary help explain meaning what is',
      place: { to: '/reference/glossary' },
    },
  ],
}
