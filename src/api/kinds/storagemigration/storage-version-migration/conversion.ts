import { type Conversion, renaming } from '../../../conversion/parts'

/** Conversions for versions whose schema differs from the hub's: conditions had a lastUpdateTime. */
export const storageVersionMigrationConversions: Readonly<Record<string, Conversion>> = {
  'storagemigration.orch.io/v1alpha1 StorageVersionMigration': renaming(['status', 'conditions', '[]'], {
    lastUpdateTime: 'lastTransitionTime',
  }),
}
