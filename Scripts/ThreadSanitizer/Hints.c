// Tells ThreadSanitizer of what it cannot see: the slow paths of Swift's Mutex, and AtomicLazyReference, lie in a library of
// the toolchain that is not instrumented, so that whatever a contended Mutex guards, or a lazy reference publishes, is reported
// as a race. Preloaded by Scripts/tsan.sh; each function takes the place of the library's, calls it, and notes that the lock was
// taken, or given back, or that the reference was published, or read.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

typedef void SWIFT (*LockSlow)(uint32_t thread, SELF void *handle);
typedef void SWIFT (*UnlockSlow)(SELF void *handle);

// _MutexHandle._lockSlow(_:)
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// _MutexHandle._unlockSlow()
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF void *handle) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF void *handle) {
    ((LockSlow)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
    if (__tsan_acquire != NULL) __tsan_acquire(handle);
}

SWIFT void unlock_slow(SELF void *handle) {
    if (__tsan_release != NULL) __tsan_release(handle);
    ((UnlockSlow)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}

typedef void *SWIFT (*Lazy)(void *first, void *second, SELF void *reference);

// AtomicLazyReference.load(), of the type of the instance
#define LOAD "$s15Synchronization19AtomicLazyReferenceV4loadxSgyF"
// AtomicLazyReference.storeIfNil(_:), of the instance and its type
#define STORE "$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF"

SWIFT void *lazy_load(void *first, void *second, SELF void *reference) __asm__(LOAD);
SWIFT void *lazy_store(void *first, void *second, SELF void *reference) __asm__(STORE);

SWIFT void *lazy_load(void *first, void *second, SELF void *reference) {
    void *instance = ((Lazy)dlsym(RTLD_NEXT, LOAD))(first, second, reference);
    if (__tsan_acquire != NULL) __tsan_acquire(reference);
    return instance;
}

SWIFT void *lazy_store(void *first, void *second, SELF void *reference) {
    if (__tsan_release != NULL) __tsan_release(reference);
    void *instance = ((Lazy)dlsym(RTLD_NEXT, STORE))(first, second, reference);
    if (__tsan_acquire != NULL) __tsan_acquire(reference);
    return instance;
}
