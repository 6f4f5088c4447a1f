import { type Conversion, renaming } from '../../../conversion/parts'

/** Versions whose form differs from the hub's: conditions had the time of their last update. */
export const storageVersionMigrationConversions: Readonly<Record<string, Conversion>> = {
  'storagemigration.orch.io/v1alpha1 StorageVersionMigration': renaming(['status', 'conditions', '[]'], {
    lastUpdateTime: 'lastTransitionTime',
  }),
}
