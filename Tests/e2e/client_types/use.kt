// Reads documents with the types that `tanada types kotlin` writes, and prints what it finds.
import java.io.File
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.booleanOrNull
import kotlinx.serialization.json.doubleOrNull
import kotlinx.serialization.json.longOrNull
import tanada.*

/** What a library read, as maps and lists: any library will do. */
fun plain(json: JsonElement): Any? = when (json) {
    is JsonNull -> null
    is JsonObject -> json.mapValues { plain(it.value) }
    is JsonArray -> json.map(::plain)
    is JsonPrimitive -> if (json.isString) json.content else json.booleanOrNull ?: json.longOrNull ?: json.doubleOrNull
}

@Suppress("UNCHECKED_CAST")
fun read(folder: String, name: String): JSONObject =
    plain(Json.parseToJsonElement(File("$folder/$name.json").readText())) as JSONObject

fun text(number: Double) = if (number == Math.rint(number)) number.toLong().toString() else number.toString()

fun describe(layout: Layout): String = when (layout) {
    is ShelfLayout -> "shelf ${text(layout.mediaSize.width)}"
    is SnapCarouselLayout -> "snap_carousel ${layout.pages.size}"
    is CircularCarouselLayout -> "circular_carousel ${text(layout.radius)} ${layout.states.size}"
    is UniformGridLayout -> "uniform_grid ${layout.columns}"
    is StaggeredGridLayout -> "staggered_grid ${layout.columns.size}"
    is CardStackLayout ->
        "card_stack ${layout.effect.name} ${layout.states.count { it is StackState }} of ${layout.states.size}"
    is UnknownLayout -> {
        check(layout.type != "hologram" || layout.raw["depth"] == mapOf("near" to 1L)) { "what is not known is lost" }
        "unknown ${layout.type} ${layout.frames?.size}"
    }
    else -> "another"
}

fun describe(slot: Slot): String = when (slot) {
    is TextSlot -> "text:${slot.font.families[0]}"
    is ImageSlot -> "image:${slot.contentMode.name}"
    is ShadeSlot -> "shade"
    is LineSlot -> "line"
    is StarsSlot -> "stars"
    is BadgeSlot -> "badge"
    is UnknownSlot -> slot.type
}

fun describe(item: FeedItem): String = when (item) {
    is FeaturedTopicsItem -> "featured_topics:${item.title}"
    is RecentNewsItem -> "recent_news:${item.title}"
    is CampaignBannersItem -> "campaign_banners:${item.bannerContentsId}"
    is TrendArticlesItem -> "trend_articles:${item.title}"
    is PickupPhotosItem -> "pickup_photos:${item.title}"
    is UnknownItem -> "unknown:${item.id}"
    // Which kinds there are beside these depends on the database.
    else -> if (item is FavoriteScenesItem) "favorite_scenes:${item.title}" else "another"
}

fun main(arguments: Array<String>) {
    val folder = arguments[0]
    for (name in listOf("home", "later")) {
        val document = FeedDocument.from(read(folder, name))
        println("$name ${document.direction.name} ${document.revision}")
        for (section in document.sections) {
            if (section.kind.name == "shops") continue
            println("$name ${section.id} ${section.kind.name} ${section.cell?.name?.name}")
            println("  ${describe(section.layout)}")
            println("  ${section.cell?.slots.orEmpty().joinToString(" ") { describe(it) }}")
            println("  ${describe(section.items[0])}")
        }
    }
    val page = SectionPage.from(read(folder, "page"))
    println("page ${page.section.items.size} ${if (page.next == null) "end" else "more"}")
    FeedDocument.from(read(folder, "all"))
}
