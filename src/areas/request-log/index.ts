export { type RequestRecorder, requestRecorder } from './recorder.ts';
export { eraseMentioningRequests, noteErasure } from './store/erasure.ts';
