import type { Feature } from '../feature'

/** The area Explore: all objects of the cluster. */
export const explore: Feature = {
  id: 'explore',
  title: 'Explore',
  icon: 'explore',
  key: 'e',
  home: { to: '/explore' },
  pages: [
    { path: '/explore', load: () => import('./OverviewPage').then((m) => m.OverviewPage) },
    { path: '/explore/$group/$version/$resource', load: () => import('./ListPage').then((m) => m.ListPage) },
    {
      path: '/explore/$group/$version/$resource/$namespace/$name',
      load: () => import('./ObjectPage').then((m) => m.ObjectPage),
    },
    { path: '/map', load: () => import('./map/MapPage').then((m) => m.MapPage) },
    { path: '/create', load: () => import('./CreatePage').then((m) => m.CreatePage) },
  ],
  owns: ['/create', '/map'],
  aside: () => import('./KindTree').then((m) => m.KindTree),
  commands: [
    {
      id: 'map',
      title: 'Map of the cluster',
      words: 'graph topology picture diagram relations network',
      icon: 'graph',
      place: { to: '/map' },
    },
    {
      id: 'create',
      title: 'Create from YAML',
      hint: 'n',
      words: 'new object apply manifest',
      icon: 'plus',
      place: { to: '/create' },
    },
    {
      id: 'templates',
      title: 'Create from a template',
      words: 'new example kind',
      icon: 'plus',
      place: { to: '/create', search: { pick: 'template' } },
    },
  ],
}
