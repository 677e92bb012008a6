// A control of Scripts/tsan.sh: no race.
import Synchronization

final class Numbers: Sendable { let values = Mutex([0]) }

@main
enum Guarded {
    static func main() async {
        let numbers = Numbers()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<20_000 {
                        numbers.values.withLock { if $0.count > 100 { $0 = [number] } else { $0.append(number) } }
                    }
                }
            }
        }
    }
}
