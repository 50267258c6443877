// The kinds with the worst names are types like any other.
import tanada.*

fun main(arguments: Array<String>) {
    val all = FeedDocument.from(read(arguments[0], "all"))
    val names = all.sections.map { section ->
        when (val item = section.items[0]) {
            is ClassItem -> {
                println(
                    "hostile ${item.class_} ${item.type} ${item.self} ${item.init} ${item.hashValue} ${item.x1_2} " +
                        item.protocol.name)
                check(item.protocol == ClassItemProtocol.A_B_3 && ClassItemProtocol.日本.name == "日本")
                "-"
            }
            is A1Item -> item.name
            is A1Item2 -> item.name
            is FeedItem2 -> item.name
            is UnknownItem2 -> item.name
            is SelfItem -> item.name
            is DefaultItem -> "-"
            else -> error("an item of ${section.kind.name} is not known")
        }
    }
    println("hostile ${names.joinToString(" ")}")
}
