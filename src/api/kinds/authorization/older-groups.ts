/** SubjectAccessReview and LocalSubjectAccessReview of authorization.orch.io/v1beta1: `group` became `groups`. */
import { renaming, type Conversion } from '../../conversion/parts'

/** Access reviews in `v1beta1`, where `groups` was called `group`. */
export const accessReview: Conversion = renaming(['spec'], { group: 'groups' })
