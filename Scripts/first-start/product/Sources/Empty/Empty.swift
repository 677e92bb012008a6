import PRODUCT

@main
enum Main {
    static func main() {}
}
