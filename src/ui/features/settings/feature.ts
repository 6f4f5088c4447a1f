import type { Feature } from '../feature'

const load = () => import('./SettingsPage').then((m) => m.SettingsPage)

export const settings: Feature = {
  id: 'settings',
  title: 'Settings',
  icon: 'settings',
  key: 's',
  home: { to: '/settings' },
  pages: [
    { path: '/settings', load },
    { path: '/settings/$section', load },
  ],
  commands: [
    { id: 'settings-release', title: 'Change the release', words: 'version', place: { to: '/settings/release' } },
    {
      id: 'settings-names',
      title: 'Choose the names',
      words: 'dialect kubectl clients groups',
      place: { to: '/settings/names' },
    },
    {
      id: 'settings-storage',
      title: 'Snapshots, export, import and reset',
      words: 'backup restore save wipe store quota',
      place: { to: '/settings/storage' },
    },
    { id: 'settings-keys', title: 'Keyboard shortcuts', words: 'keyboard shortcuts', place: { to: '/settings/keys' } },
  ],
}
