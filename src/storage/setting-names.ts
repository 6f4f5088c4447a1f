// What a start reads first. It is read ahead, while the control plane's code is still loading.

/** Setting with the flags of the last run. */
export const ARGV = 'argv'
/** Setting that records whether the user has created something in the store; undefined for a store of an earlier version. */
export const CONTENT = 'content'
/** Key with which a cluster signs its certificates. */
export const CLUSTER_AUTHORITY = 'cluster-authority'
