import type { KindBehaviour } from '../../kind'
import { csiDriver, csiNode, csiStorageCapacity } from './csi'
import { storageClass } from './storage-class'
import { volumeAttachment } from './volume-attachment'

/** Storage and where it is attached. */
export const STORAGE_KINDS: readonly KindBehaviour[] = [
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
]
