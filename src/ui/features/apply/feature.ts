import type { Feature } from '../feature'

/** The area Apply: field owners and conflicts of server-side apply. */
export const apply: Feature = {
  id: 'apply',
  title: 'Apply',
  icon: 'apply',
  key: 'a',
  home: { to: '/apply' },
  pages: [
    { path: '/apply', load: () => import('./ApplyPage').then((m) => m.ApplyPage) },
    {
      path: '/apply/$group/$version/$resource/$namespace/$name',
      load: () => import('./LabPage').then((m) => m.LabPage),
    },
  ],
  commands: [
    {
      id: 'apply-lab',
      title: 'Open the apply lab',
      words: 'field ownership server-side apply managed fields conflict force manager hand over',
      icon: 'apply',
      place: { to: '/apply' },
    },
  ],
}
