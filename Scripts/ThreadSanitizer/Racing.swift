// A control of Scripts/tsan.sh: a race.
final class Number: @unchecked Sendable { var value = 0 }  // unchecked, for the race is the point

@main
enum Racing {
    static func main() async {
        let number = Number()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<20_000 { number.value += 1 } } }
        }
    }
}
