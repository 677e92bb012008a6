// A control of Scripts/tsan.sh: a race.
import Foundation

final class Number: @unchecked Sendable { var value = 0 }  // unchecked, for the race is the point

@main
enum Racing {
    static func main() {
        let number = Number()
        let ended = DispatchSemaphore(value: 0)
        // Two threads, because two tasks may run on one, and then nothing races.
        for _ in 0..<2 {
            Thread.detachNewThread {
                for _ in 0..<20_000 { number.value += 1 }
                ended.signal()
            }
        }
        for _ in 0..<2 { ended.wait() }
    }
}
