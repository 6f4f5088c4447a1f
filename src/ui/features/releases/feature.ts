import type { Feature } from '../feature'

const load = () => import('./ReleasesPage').then((m) => m.ReleasesPage)

/** The area Releases: differences between releases, conversions and upgrades. */
export const releases: Feature = {
  id: 'releases',
  title: 'Releases',
  icon: 'releases',
  key: 'r',
  home: { to: '/releases' },
  pages: [
    { path: '/releases', load },
    { path: '/releases/$view', load },
  ],
  commands: [
    {
      id: 'releases-versions',
      title: 'Show an object in every served version',
      tab: 'Versions',
      words: 'convert',
      place: { to: '/releases/versions' },
    },
    {
      id: 'releases-rehearsal',
      title: 'Check an upgrade',
      tab: 'Rehearsal',
      words: 'rehearse rehearsal breaks removed deprecated migrate',
      place: { to: '/releases/rehearsal' },
    },
    {
      id: 'releases-plan',
      title: 'Check a deprecation plan',
      tab: 'Plan',
      words: 'timeline rules',
      place: { to: '/releases/plan' },
    },
    {
      id: 'releases-ledger',
      title: 'Compare what releases do',
      tab: 'Differences',
      words: 'differences gates plugins ledger',
      place: { to: '/releases/ledger' },
    },
  ],
}
