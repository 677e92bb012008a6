import Hummingbird

@main
enum Main {
    static func main() async throws {
        let router = Router()
        router.get("/hello") { _, _ in "hello" }
        try await Application(router: router).runService()
    }
}
