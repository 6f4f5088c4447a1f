import type { Feature } from '../feature'

export const reference: Feature = {
  id: 'reference',
  title: 'Reference',
  icon: 'reference',
  key: 'd',
  home: { to: '/reference' },
  pages: [
    { path: '/reference', load: () => import('./ReferencePage').then((m) => m.ReferencePage) },
    {
      path: '/reference/$group/$version/$resource',
      load: () => import('./KindReferencePage').then((m) => m.KindReferencePage),
    },
  ],
}
